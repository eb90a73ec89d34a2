<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="set" tilewidth="16" tileheight="16" tilecount="5" columns="5">
 <tile id="0">
  <objectgroup draworder="index">
   <object id="1" x="0" y="0" width="16" height="16"/>
  </objectgroup>
 </tile>
 <tile id="1">
  <objectgroup draworder="index">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="2">
  <properties>
   <property name="friction" type="float" value="0"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="one_way" type="bool" value="true"/>
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="0" y="0" width="16" height="4"/>
  </objectgroup>
 </tile>
 <tile id="4">
  <properties>
   <property name="kind" value="dynamic"/>
   <property name="density" type="float" value="0.5"/>
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="1" y="1" width="14" height="14"/>
  </objectgroup>
 </tile>
</tileset>
